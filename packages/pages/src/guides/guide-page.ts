import { hashSource, html, htmlDocument } from '../html.ts'
import { STYLE } from '../style.ts'
import { GUIDES } from './page.ts'
import type { RenderedGuide } from './render.ts'

/** Headers of a guide's page. Its policy allows its own style sheet only, and no other files. */
export const GUIDE_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${hashSource(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
} as const

/** Returns a guide as an HTML page, with links to the reference and to the other guides. */
export function guidePage(slug: string, guide: RenderedGuide, baseUrl: string): string {
  const address = `${baseUrl}/docs/${slug}`
  const body = html`<a class="skip" href="#content">Skip to the content</a>
<header>
<p class="title">${guide.title}</p>
<p><a href="${baseUrl}/docs">API reference</a> · <a href="${address}.md">Markdown</a></p>
</header>
<nav aria-label="Contents">
<ul>
<li><a href="${baseUrl}/docs">API reference</a></li>
${Object.entries(GUIDES).map(([each, { label }]) =>
  each === slug
    ? html`<li><a href="${address}" aria-current="page">${label}</a>
<ul>${guide.sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></li>`
    : html`<li><a href="${baseUrl}/docs/${each}">${label}</a></li>`,
)}
</ul>
</nav>
<main id="content" class="guide">
<h1>${guide.title}</h1>
${{ markup: guide.html.replaceAll('href="/docs/', `href="${baseUrl}/docs/`) }}
</main>`
  return htmlDocument({
    title: guide.title,
    style: STYLE,
    head: html`<meta name="description" content="${guide.description}">`,
    body,
  })
}

/** Returns a guide as Markdown, whose links to other guides lead to their Markdown. */
export function guideMarkdown({ markdown }: RenderedGuide, baseUrl: string): string {
  return markdown.replace(/\]\(\/docs\/([\w-]+)/g, `](${baseUrl}/docs/$1.md`)
}
