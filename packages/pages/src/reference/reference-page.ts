import type { OpenApiDocument } from '@messaging/contract/openapi/types.ts'
import { hashSource, htmlDocument } from '../document.ts'
import { fragment, type Html, html, prose } from '../html.ts'
import { fieldList } from './field-list.ts'
import { type Listed, operationArticle, webhookArticle, webhookIntroduction } from './operation.ts'
import { STYLE } from './style.ts'

/** Headers of the page. Its policy allows its own style sheet only: no scripts and no other files. */
export const REFERENCE_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${hashSource(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
} as const

/** Returns the API reference as one HTML page without scripts. Everything on it comes from the document. */
export function referencePage(document: OpenApiDocument): string {
  const groups = document.tags.map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }))
  const events = Object.entries(document.webhooks).flatMap(([event, { post }]) => (post ? [{ event, post }] : []))
  const { info } = document
  const body = html`<a class="skip" href="#content">Skip to the content</a>
<header>
<p class="title">${info.title}</p>
<p>Version ${info.version} · <a href="${document.servers[0]?.url ?? ''}/openapi.json">OpenAPI document</a></p>
</header>
<nav aria-label="Contents">
<ul>
<li><a href="#introduction">Introduction</a></li>
${groups.map(({ name, operations }) => contentsEntry(name, operations))}
<li><a href="#errors">Errors</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>
<main id="content">
<section id="introduction">
<h1>${info.title}</h1>
${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
<p>Base URL: <code>${document.servers[0]?.url ?? ''}</code></p>
</section>
${groups.map(
  ({ name, description, operations }) => html`<section id="${fragment(name)}">
<h2><a href="#${fragment(name)}">${name}</a></h2>
<p>${prose(description)}</p>
${operations.map((listed) => operationArticle(listed, document))}
${operations.length === 0 && html`${events.slice(0, 1).map(({ post }) => webhookIntroduction(post))}${events.map(({ event, post }) => webhookArticle(event, post))}`}
</section>
`,
)}
${errorSection(document)}
${schemaSection(document)}
</main>`
  return htmlDocument({
    title: info.title,
    style: STYLE,
    head: html`<meta name="description" content="${info.summary}">`,
    body,
  })
}

function operationsOf({ paths }: OpenApiDocument, tag: string): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  )
}

function contentsEntry(name: string, operations: readonly Listed[]): Html {
  return html`<li><a href="#${fragment(name)}">${name}</a>
<ul>${operations.map(
    ({ operation }) => html`<li><a href="#${fragment(operation.operationId)}">${operation.summary}</a></li>`,
  )}</ul></li>
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
