import { createHash } from 'node:crypto'

/** Markup that is safe to insert into a page. */
export interface Html {
  readonly markup: string
}

type Value = Html | string | number | false | undefined | readonly Html[]

/** Builds markup from a template. Values that are not markup are escaped; `false` and `undefined` are omitted. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: parts.map((part, index) => (index === 0 ? part : `${markupOf(values[index - 1])}${part}`)).join('') }
}

function markupOf(value: Value): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
  return escapeHtml(String(value))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Returns the markup of a line of prose. `code` and **bold** are marked up; everything else is escaped. */
export function prose(text: string): Html {
  const markup = escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
  return { markup }
}

/** Returns the paragraphs of a text, which are separated by empty lines. */
export function paragraphs(text = ''): Html {
  return html`${text.split('\n\n').flatMap((each) => (each ? [html`<p>${prose(each)}</p>`] : []))}`
}

/** Returns the URL fragment of a name: `AgentPage` → `agentpage`, `agents.list` → `agents-list`. */
export function fragment(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

/** Builds an HTML document. The page's Content-Security-Policy must allow `style` (`hashSource`). */
export function htmlDocument(page: {
  readonly title: string
  readonly style: string
  /** Further elements of the head. */
  readonly head: Html
  readonly body: Html
}): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
${page.head}
<style>${{ markup: page.style }}</style>
</head>
<body>
${page.body}
</body>
</html>
`.markup
}

/** Returns the source expression of an inline style or script in a Content-Security-Policy. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
