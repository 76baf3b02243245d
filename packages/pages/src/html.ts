/** Markup that is safe to put into a page. */
export interface Html {
  readonly markup: string
}

type Value = Html | string | number | false | undefined | readonly Html[]

/** Markup from a template: what is no markup itself is escaped; `false` and `undefined` are left out. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: parts.map((part, index) => (index === 0 ? part : `${markupOf(values[index - 1])}${part}`)).join('') }
}

function markupOf(value: Value): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
  return escaped(String(value))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** A line of the contract's prose: `code` and **bold** are marked up. */
export function prose(text: string): Html {
  const markup = escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
  return { markup }
}

/** A name as part of a fragment: `AgentPage` → `agentpage`, `agents.list` → `agents-list`. */
export function fragment(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
