//! An allocator that can count: the system's own, with a switch.
//!
//! While the switch is off, which is whenever the clock runs, each call costs one load of a
//! thread-local flag and a branch that is never taken, beside a call into malloc: too little to
//! measure, and the same for every contender. (A second binary without the switch would be purer,
//! but then the allocations counted would not be those of the code that is timed.)
//!
//! Every `alloc` and every `realloc` counts as one allocation, of the size it asks for.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

// Cells made at compile time, without destructors: reaching them never allocates, so the allocator
// itself may use them.
thread_local! {
    static COUNTING: Cell<bool> = const { Cell::new(false) };
    static ALLOCATED: Cell<Allocated> = const { Cell::new(Allocated { count: 0, bytes: 0 }) };
}

/// What was allocated between two points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allocated {
    pub count: u64,
    pub bytes: u64,
}

/// The system's allocator, and the count.
pub struct Counting;

// SAFETY: every call is passed to the system's allocator unchanged; counting touches only cells.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size);
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[inline]
fn note(size: usize) {
    if COUNTING.get() {
        let Allocated { count, bytes } = ALLOCATED.get();
        ALLOCATED.set(Allocated { count: count + 1, bytes: bytes + size as u64 });
    }
}

/// Counts what `work` allocates on this thread; the codecs here start no others.
pub fn count<T>(work: impl FnOnce() -> T) -> (T, Allocated) {
    /// Switches off even when `work` panics.
    struct Off;
    impl Drop for Off {
        fn drop(&mut self) {
            COUNTING.set(false);
        }
    }
    ALLOCATED.set(Allocated::default());
    COUNTING.set(true);
    let off = Off;
    let result = work();
    drop(off);
    (result, ALLOCATED.get())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    #[test]
    fn counts_requests_and_their_sizes() {
        let mut kept = Vec::with_capacity(16);
        let ((), allocated) = count(|| {
            drop(black_box(Box::new([0_u8; 100])));
            kept.push(1_u8);
            kept.reserve_exact(40);
        });
        assert_eq!(allocated, Allocated { count: 2, bytes: 100 + 41 });
    }

    #[test]
    fn counts_nothing_before_and_after() {
        drop(black_box(Box::new(1)));
        assert_eq!(count(|| ()).1, Allocated::default());
        drop(black_box(Box::new(1)));
        assert_eq!(ALLOCATED.get(), Allocated::default());
    }
}
