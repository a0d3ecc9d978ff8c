//! Solve numbered deals in four threads: `threads FIRST COUNT` prints a line for each, with its verdict and nodes.
//!
//! rustc -O threads.rs -L native=LIB -l dylib=boaf

use std::ffi::{c_char, c_int, c_void, CStr};
use std::{env, ptr, thread};

const CELLS: usize = 52;
const THREADS: i64 = 4;

#[repr(C)]
struct Board {
    rows: u8,
    cols: u8,
    cards: [u8; CELLS],
    heights: [u8; CELLS],
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Move {
    from: u8,
    to: u8,
}

#[repr(C)]
struct Solution {
    verdict: i32,
    move_count: i32,
    nodes: i64,
    moves: [Move; CELLS],
}

#[repr(C)]
struct Error {
    status: i32,
    start: i32,
    end: i32,
    message: [c_char; 244],
}

extern "C" {
    fn boaf_abi() -> c_int;
    fn boaf_new(cells: c_int, size: usize, solver: *mut *mut c_void, error: *mut Error) -> c_int;
    fn boaf_free(solver: *mut c_void);
    fn boaf_deal(seed: i64, rows: c_int, cols: c_int, board: *mut Board, error: *mut Error) -> c_int;
    fn boaf_play(board: *mut Board, play: Move, error: *mut Error) -> c_int;
    fn boaf_solve(
        solver: *mut c_void,
        board: *const Board,
        limits: *const c_void,
        solution: *mut Solution,
        error: *mut Error,
    ) -> c_int;
    fn boaf_verdict_name(verdict: c_int) -> *const c_char;
}

/// A solver of one thread.
struct Solver(*mut c_void);

impl Solver {
    fn new(cells: i32) -> Result<Solver, String> {
        let mut solver = ptr::null_mut();
        checked(|error| unsafe { boaf_new(cells, 0, &mut solver, error) })?;
        Ok(Solver(solver))
    }

    fn solve(&mut self, board: &Board) -> Result<Solution, String> {
        let mut solution = Solution { verdict: 0, move_count: 0, nodes: 0, moves: [Move { from: 0, to: 0 }; CELLS] };
        checked(|error| unsafe { boaf_solve(self.0, board, ptr::null(), &mut solution, error) })?;
        Ok(solution)
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        unsafe { boaf_free(self.0) }
    }
}

fn checked(call: impl FnOnce(*mut Error) -> c_int) -> Result<(), String> {
    let mut error = Error { status: 0, start: 0, end: 0, message: [0; 244] };
    match call(&mut error) {
        0 => Ok(()),
        _ => Err(unsafe { CStr::from_ptr(error.message.as_ptr()) }.to_string_lossy().into_owned()),
    }
}

fn deal(seed: i64) -> Result<Board, String> {
    let mut board = Board { rows: 0, cols: 0, cards: [0; CELLS], heights: [0; CELLS] };
    checked(|error| unsafe { boaf_deal(seed, 4, 4, &mut board, error) })?;
    Ok(board)
}

/// Solve every fourth deal, and play each solution.
fn work(first: i64, stop: i64) -> Result<Vec<(i64, String)>, String> {
    let mut solver = Solver::new(16)?;
    let mut lines = Vec::new();
    for seed in (first..stop).step_by(THREADS as usize) {
        let mut board = deal(seed)?;
        let solution = solver.solve(&board)?;
        for step in &solution.moves[..solution.move_count as usize] {
            checked(|error| unsafe { boaf_play(&mut board, *step, error) })?;
        }
        let verdict = unsafe { CStr::from_ptr(boaf_verdict_name(solution.verdict)) }.to_string_lossy();
        lines.push((seed, format!("{seed} {verdict} {}", solution.nodes)));
    }
    Ok(lines)
}

fn main() -> Result<(), String> {
    let numbers: Vec<i64> = env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [first, count] = numbers[..] else { return Err("usage: threads FIRST COUNT".into()) };
    if unsafe { boaf_abi() } != 1 {
        return Err("another version of boaf is installed".into());
    }
    let threads: Vec<_> = (0..THREADS).map(|k| thread::spawn(move || work(first + k, first + count))).collect();
    let mut lines = Vec::new();
    for thread in threads {
        lines.extend(thread.join().map_err(|_| "a thread failed")??);
    }
    lines.sort();
    lines.iter().for_each(|(_, line)| println!("{line}"));
    Ok(())
}
