/** Sets bytes to one value. */
export function fillBytes(at: usize, value: i32, size: i32): void {
  memory.fill(at, u8(value), usize(size));
}
