/** A vector of length 1, with a byte for each dimension. */
export type Quantized = Int8Array

const LARGEST = 127

/** Returns the direction of a vector. Its length says nothing about the meaning of a text. */
export function quantize(vector: readonly number[]): Quantized {
  const length = Math.hypot(...vector) || 1
  return Int8Array.from(vector, (value) => Math.round((value / length) * LARGEST))
}

/** Returns the cosine of the angle between a vector and one that starts at `from` in others: from -1 to 1. */
export function similarity(vector: Quantized, others: Int8Array, from: number): number {
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) * (others[from + at] ?? 0)
  return sum / (LARGEST * LARGEST)
}
