type Path = readonly (string | number)[]

/** Returns whether a value has parts. */
export const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns the paths of all parts of a value, branches and leaves. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  if (!isBranch(value)) return [path]
  return [path, ...Object.entries(value).flatMap(([name, part]) => pathsOf(part, [...path, name]))]
}

/** Returns a copy in which `change` has replaced the part at `path`; undefined removes it. */
export function changed(value: unknown, [name, ...rest]: Path, change: (part: unknown) => unknown): unknown {
  if (name === undefined) return change(value)
  if (!isBranch(value)) return value
  const part = changed(value[name], rest, change)
  if (Array.isArray(value))
    return part === undefined ? value.toSpliced(Number(name), 1) : value.with(Number(name), part)
  const { [name]: _, ...others } = value
  return part === undefined ? others : { ...value, [name]: part }
}

/** What a part can be instead of what it should be. */
export const ODD: readonly [string, (part: unknown) => unknown][] = [
  ['missing', () => undefined],
  ['null', () => null],
  ['a number', () => 7],
  ['a negative number', () => -1e20],
  ['a huge number', () => 1e300],
  ['a text', () => 'odd'],
  ['an empty text', () => ''],
  ['a name of every object', () => 'constructor'],
  ['true', () => true],
  ['a list', () => [1, 'two', null]],
  ['an empty list', () => []],
  ['an object', () => ({ a: { b: 1 } })],
  ['doubled', (part) => (Array.isArray(part) ? [...part, ...part] : [part, part])],
]
