import { markdownToHtml } from 'satteri'
import type { Page } from './page.ts'

/** A guide as a page and as Markdown. Links to other guides begin with `/docs/`. */
export interface RenderedGuide {
  readonly title: string
  /** The first sentence. */
  readonly description: string
  readonly markdown: string
  /** The page's content. */
  readonly html: string
  /** The sections of the page. */
  readonly sections: readonly { readonly id: string; readonly title: string }[]
}

/** Renders a guide without its pictures. Headings can be linked to, and code and tables scroll with keys. */
export function renderGuide({ title, description, body: text }: Page): RenderedGuide {
  const body = text.replace(/<picture>[\s\S]*?<\/picture>\s*|<img\b[^>]*>\s*/g, '')
  const sections: { id: string; title: string }[] = []
  const ids = new Map<string, number>()
  const html = markdownToHtml(body)
    .html.replace(/<(h[2-4])>(.*?)<\/\1>/g, (_, tag: string, heading: string) => {
      const name = anchorOf(heading)
      const repeats = ids.get(name) ?? 0
      ids.set(name, repeats + 1)
      const id = repeats === 0 ? name : `${name}-${repeats}`
      if (tag === 'h2') sections.push({ id, title: plain(heading) })
      return `<${tag} id="${id}"><a href="#${id}">${heading}</a></${tag}>`
    })
    // A table without headings has an empty head.
    .replace(/<thead>\s*<tr>(?:\s*<th>\s*<\/th>)+\s*<\/tr>\s*<\/thead>/g, '')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
  return { title, description, markdown: `# ${title}\n\n${body}\n`, html, sections }
}

/** Returns the anchor of a heading, as in GitHub's pages. */
function anchorOf(heading: string): string {
  return plain(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

function plain(heading: string): string {
  return heading.replace(/<[^>]+>/g, '').replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
}
