/** What robots.txt of a site says about the service. */
export interface RobotsRules {
  allows(url: string): boolean
  /** Seconds between two requests. */
  readonly delaySeconds: number
}

interface Rule {
  readonly isAllowed: boolean
  readonly pattern: string
}

interface Group {
  readonly agents: string[]
  readonly rules: Rule[]
  delay: number
}

const LONGEST_DELAY_SECONDS = 5
const LONGEST_PATTERN = 500

/** Reads robots.txt for a crawler with this product name (RFC 9309). The groups of the name apply, else those of `*`. */
export function parseRobots(text: string, product: string): RobotsRules {
  const groups = groupsOf(text)
  const named = groups.filter(({ agents }) => agents.includes(product.toLowerCase()))
  const applied = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'))
  const rules = applied.flatMap((group) => group.rules)
  return {
    allows: (url) => isAllowed(rules, url),
    delaySeconds: Math.min(LONGEST_DELAY_SECONDS, Math.max(0, ...applied.map(({ delay }) => delay))),
  }
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = []
  let isHead = false
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n?|\n/)) {
    const [content = ''] = line.split('#', 1)
    const colon = content.indexOf(':')
    if (colon < 0) continue
    const name = content.slice(0, colon).trim().toLowerCase()
    const value = content.slice(colon + 1).trim()
    const group = groups.at(-1)
    if (name === 'user-agent') {
      const agent = value.toLowerCase().split('/', 1)[0] ?? ''
      if (isHead && group) group.agents.push(agent)
      else groups.push({ agents: [agent], rules: [], delay: 0 })
      isHead = true
    } else if (name === 'allow' || name === 'disallow' || name === 'crawl-delay') {
      isHead = false
      if (name === 'crawl-delay') {
        if (group) group.delay = Number.parseFloat(value) || 0
      } else if (value && value.length <= LONGEST_PATTERN)
        group?.rules.push({ isAllowed: name === 'allow', pattern: decoded(value) })
    }
  }
  return groups
}

/** The rule with the longest pattern applies. Of equally long ones, the one that allows. */
function isAllowed(rules: readonly Rule[], text: string): boolean {
  const url = URL.parse(text)
  if (!url) return false
  const path = decoded(url.pathname + url.search)
  const found = rules
    .filter(({ pattern }) => matches(pattern, path))
    .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed))
  return found[0]?.isAllowed ?? true
}

/** Returns whether a path begins as a pattern with `*` and a final `$` says. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1
    const next = isWhole && isLast ? path.length - part.length : path.indexOf(part, at)
    if (next < at || !path.startsWith(part, next)) return false
    at = next + part.length
  }
  return !isWhole || at === path.length
}

/** Returns a path in which the same characters are always written in the same way. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
