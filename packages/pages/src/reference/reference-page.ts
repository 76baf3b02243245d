import type { OpenApiDocument } from '@replywright/contract/openapi/types.ts'
import { GUIDES } from '../guides/page.ts'
import { fragment, type Html, hashSource, html, htmlDocument, paragraphs, prose } from '../html.ts'
import { STYLE } from '../style.ts'
import { eventArticle, eventIntroduction, eventsOf } from './event.ts'
import { fieldList } from './field-list.ts'
import { operationArticle, operationsOf } from './operation.ts'

/**
 * The script of the page: shows the entries of the contents whose operation, event or schema contains all typed words. Without
 * scripts, the page has no search field.
 */
const SEARCH = `
const field = document.getElementById('search')
const entries = [...document.querySelectorAll('nav li li')].map((entry) => {
  const { hash } = entry.querySelector('a')
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  return { entry, text: (entry.textContent + ' ' + (target ? target.textContent : '')).toLowerCase() }
})
field.hidden = false
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/)
  for (const { entry, text } of entries) entry.hidden = !words.every((word) => text.includes(word))
})
`

/** Headers of the page. Its policy allows its own style sheet and its own script only, and no other files. */
export const REFERENCE_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${hashSource(STYLE)}; script-src ${hashSource(SEARCH)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
} as const

const [FIRST_GUIDE] = Object.keys(GUIDES)

/** Returns the API reference as one HTML page. Everything on it comes from the document. */
export function referencePage(document: OpenApiDocument): string {
  const events = eventsOf(document)
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operationsOf(document, tag.name),
    events: events.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const { info } = document
  const baseUrl = document.servers[0]?.url ?? ''
  const body = html`<a class="skip" href="#content">Skip to the content</a>
<header>
<p class="title">${info.title}</p>
<p>Version ${info.version} · <a href="${baseUrl}/openapi.json">OpenAPI document</a> · <a href="${baseUrl}/docs.md">Markdown</a></p>
</header>
<nav aria-label="Contents">
<input type="search" id="search" placeholder="Search" aria-label="Search the contents" hidden>
<ul>
<li><a href="#introduction">Introduction</a></li>
<li><a href="${baseUrl}/docs/${FIRST_GUIDE}">Guides</a>
<ul>${Object.entries(GUIDES).map(([slug, { label }]) => html`<li><a href="${baseUrl}/docs/${slug}">${label}</a></li>`)}</ul></li>
${groups.map((group) =>
  contentsEntry(group.name, [
    ...group.operations.map(({ operation }) => [operation.operationId, operation.summary] as const),
    ...group.events.map(({ operation, name }) => [operation.operationId, name] as const),
  ]),
)}
<li><a href="#errors">Errors</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>
<main id="content">
<section id="introduction">
<h1>${info.title}</h1>
${paragraphs(info.description)}
<p>Base URL: <code>${baseUrl}</code></p>
</section>
${groups.map(
  ({ name, description, operations, events: [first, ...others] }) => html`<section id="${fragment(name)}">
<h2><a href="#${fragment(name)}">${name}</a></h2>
<p>${prose(description)}</p>
${operations.map((listed) => operationArticle(listed, document))}
${first && html`${eventIntroduction(first.operation)}${[first, ...others].map((event) => eventArticle(event, document))}`}
</section>
`,
)}
${errorSection(document)}
${schemaSection(document)}
</main>
<script>${{ markup: SEARCH }}</script>`
  return htmlDocument({
    title: info.title,
    style: STYLE,
    head: html`<meta name="description" content="${info.summary}">`,
    body,
  })
}

function contentsEntry(name: string, entries: readonly (readonly [id: string, title: string])[]): Html {
  return html`<li><a href="#${fragment(name)}">${name}</a>
<ul>${entries.map(([id, title]) => html`<li><a href="#${fragment(id)}">${title}</a></li>`)}</ul></li>
`
}

function errorSection({ components, paths }: OpenApiDocument): Html {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const statuses = new Map(
    operations.flatMap(({ responses }) =>
      Object.entries(responses).map(([status, response]) => ['$ref' in response ? response.$ref : '', status] as const),
    ),
  )
  return html`<section id="errors">
<h2><a href="#errors">Errors</a></h2>
<p>${prose('Every error except 429 has the body `{error, code}`: `error` for people, `code` for programs.')}</p>
${Object.entries(components.responses).map(
  ([name, { description, content }]) => html`<article id="error-${fragment(name)}">
<h3><a href="#error-${fragment(name)}">${statuses.get(`#/components/responses/${name}`)} ${name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')}</a></h3>
<p>${prose(description)}</p>
${Object.values(content?.['application/json']?.examples ?? {}).map(
  ({ value }) => html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`,
)}
</article>
`,
)}
</section>
`
}

function schemaSection({ components }: OpenApiDocument): Html {
  return html`<section id="schemas">
<h2><a href="#schemas">Schemas</a></h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<article id="schema-${fragment(name)}">
<h3><a href="#schema-${fragment(name)}">${name}</a></h3>
${schema.description !== undefined && html`<p>${prose(schema.description)}</p>`}
${fieldList(schema)}
</article>
`,
)}
</section>
`
}
