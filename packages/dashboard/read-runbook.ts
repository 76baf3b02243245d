/** The steps of an alarm, as the dashboard shows them. */
export interface RunbookSection {
  readonly title: string
  /** What the alarm means. */
  readonly means: string
  readonly steps: readonly string[]
}

const PART = /^## When an alarm fires\n(.*?)^## /ms
const SECTION = /^### (\w+)\n(.*?)(?=^### |(?![\s\S]))/gms

/**
 * Returns the sections of alarms of `docs/operations.md`, by the name of their alarm. A section begins with its title in
 * bold and what the alarm means. Its steps are the numbered items and the rows of the tables that follow; without
 * these, the paragraphs.
 * @throws Error that names a section without a title or without steps
 */
export function readRunbook(markdown: string): Readonly<Record<string, RunbookSection>> {
  const [, part = ''] = PART.exec(markdown) ?? []
  const found = [...part.matchAll(SECTION)].map(([, name = '', text = '']) => [name, sectionOf(name, text)] as const)
  return Object.fromEntries(found)
}

function sectionOf(name: string, text: string): RunbookSection {
  const [own = ''] = text.split(/^#### /m)
  const blocks = own
    .replace(/^```.*?^```$/gms, '')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
  const [first = '', ...others] = blocks
  const [, title, means = ''] = /^\*\*(.+?)\.\*\* (.*)$/s.exec(first) ?? []
  if (title === undefined) throw new Error(`docs/operations.md, ${name}: does not begin with a title in bold`)
  const listed = others.flatMap((block) => [...numbered(block), ...rows(block)])
  const steps = (listed.length > 0 ? listed : others).map(plain)
  if (steps.length === 0) throw new Error(`docs/operations.md, ${name}: has no steps`)
  return { title, means: plain(means), steps }
}

function numbered(block: string): readonly string[] {
  return /^1\. /.test(block) ? block.split(/^\d+\. /m).filter(Boolean) : []
}

/** Returns a row of a table as "finding: action". */
function rows(block: string): readonly string[] {
  if (!block.startsWith('|')) return []
  const [, , ...lines] = block.split('\n')
  return lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim())
      .join(': '),
  )
}

/** Returns Markdown in one line, as text that begins with a capital letter and ends with a stop. */
function plain(markdown: string): string {
  const text = markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const begun =
    /^[a-z]+(?![\w.])/.test(text) && !markdown.startsWith('`') ? text.charAt(0).toUpperCase() + text.slice(1) : text
  return /[.:!?]$/.test(begun) ? begun.replace(/:$/, '.') : `${begun}.`
}
