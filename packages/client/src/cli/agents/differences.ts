/**
 * Returns what `after` changes in `before`, as lines that start with `-` or `+` and a path. Fields and items with an id
 * that `after` omits are unchanged, as in a request.
 */
export function differences(before: unknown, after: unknown, path = ''): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].every(isObject))
    return itemDifferences(before, after, path)
  if (isObject(before) && isObject(after)) {
    const merged = path === '' || 'id' in before ? { ...before, ...after } : after
    const names = new Set([...Object.keys(before), ...Object.keys(merged)])
    return [...names].flatMap((name) => differences(before[name], merged[name], path ? `${path}.${name}` : name))
  }
  const [removed, added] = [linesOf(before), linesOf(after)]
  const isEqual = (offset: number) => removed.at(offset) === added.at(offset)
  const shortest = Math.min(removed.length, added.length)
  let [start, end] = [0, 0]
  while (start < shortest && isEqual(start)) start += 1
  while (end < shortest - start && isEqual(-1 - end)) end += 1
  return [
    ...removed.slice(start, removed.length - end).map((line) => `- ${path}: ${line}`),
    ...added.slice(start, added.length - end).map((line) => `+ ${path}: ${line}`),
  ]
}

type Fields = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function itemDifferences(before: readonly Fields[], after: readonly Fields[], path: string): string[] {
  const keyOf = ({ id }: Fields, index: number) => id ?? `#${index}`
  const kept = new Map(after.map((item, index) => [keyOf(item, index), item]))
  const known = new Set(before.map(keyOf))
  return [
    ...before.flatMap((item, index) => differences(item, kept.get(keyOf(item, index)), labelOf(path, item, index))),
    ...after.flatMap((item, index) =>
      known.has(keyOf(item, index)) ? [] : differences(undefined, item, labelOf(path, item, index)),
    ),
  ]
}

function labelOf(path: string, { name, key, id }: Fields, index: number): string {
  return `${path}[${String(name ?? key ?? id ?? index)}]`
}

function linesOf(value: unknown): string[] {
  if (value === undefined) return []
  return typeof value === 'string' && value.includes('\n') ? value.split('\n') : [JSON.stringify(value)]
}
