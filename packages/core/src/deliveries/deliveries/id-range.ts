/** Returns a text that sorts before every delivery id of that time or later: ids begin with 48 bits of milliseconds. */
export function firstIdAt(milliseconds: number): string {
  const time = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** Returns the lowest id of a delivery of that time: ids are UUIDs of version 7 or 8. */
export function lowestIdAt(milliseconds: number): string {
  return `${firstIdAt(milliseconds)}-7000-8000-000000000000`
}

/** Returns a text that sorts directly below `id`, because a key range includes its ends. */
export function justBelow(id: string): string {
  return `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`
}
