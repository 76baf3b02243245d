/** Returns a line for each part of an agent that cannot work, with what the service says about it: `tools[Menu]: The URL …`. */
export function problemsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      problemsOf(item, `${path}[${Object(item).name ?? Object(item).key ?? index}]`),
    )
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => {
    if (name === 'problem') return typeof field === 'string' && field !== '' ? [path ? `${path}: ${field}` : field] : []
    return OPEN.includes(name) ? [] : problemsOf(field, path ? `${path}.${name}` : name)
  })
}

/** Fields with any JSON of the caller. */
const OPEN: readonly string[] = ['apiSchema', 'icebreakers', 'toolWhitelist', 'flow']
