"""Reports of a run: for the terminal, as Markdown, as one HTML page, as CSV and as JSON.

A report is made in three steps, each a pure function of the one before::

    results.Run ──summary──▶ what is fastest, ours against peers, growth
                ──content──▶ Report: titles, facts and tables of finished text
                ──terminal · markdown · html──▶ the report printed

Only `figures` and `words` decide how a figure or a mode is written, and only `content` decides what
is shown; the three printers know neither. `charts` and `page` belong to the HTML page alone.
"""
