// Draws a chart when it comes near the view. A specification stands once for all charts of its kind;
// a chart's own data are columns, which become the rows that Vega-Lite reads.
(() => {
  "use strict";
  const page = JSON.parse(document.getElementById("charts").textContent);
  const places = [...document.querySelectorAll("[data-chart]")];

  const rowsOf = (columns) => {
    const names = Object.keys(columns);
    return columns[names[0]].map((_, index) =>
      Object.fromEntries(names.map((name) => [name, columns[name][index]])));
  };

  // Layers share an axis; all that speak of it must agree.
  const mark = (specification, ticks) => {
    for (const layer of specification.layer ?? [specification]) {
      const x = layer.encoding.x;
      if (x && x.axis !== null) x.axis = { ...x.axis, values: ticks };
    }
  };

  const draw = async (place) => {
    if (place.dataset.drawn) return;
    place.dataset.drawn = "yes";
    const chart = page.charts[place.dataset.chart];
    const specification = structuredClone(page.specifications[chart.kind]);
    specification.datasets = { rows: rowsOf(chart.columns) };
    if (chart.ticks.length) mark(specification, chart.ticks);
    // ast: expressions are interpreted, so the page needs no eval and its policy can forbid it.
    const options = { mode: "vega-lite", actions: false, renderer: "svg", ast: true };
    try {
      await vegaEmbed(place, specification, options);
      place.style.minHeight = "0";
    } catch (error) {
      place.textContent = `This chart could not be drawn: ${error.message}`;
    }
  };

  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) {
        watcher.unobserve(entry.target);
        draw(entry.target);
      }
    }
  }, { rootMargin: "300px" });
  for (const place of places) watcher.observe(place);

  if (page.eager) {
    for (const place of places) if (!place.closest("details:not([open])")) draw(place);
  }
})();
