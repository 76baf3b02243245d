import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { GUIDE_PAGE_HEADERS, guideMarkdown, guidePage } from './guide-page.ts'
import { GUIDES } from './page.ts'
import { renderGuide } from './render.ts'
import { guides } from './rendered.static.ts'

const BASE = 'https://api.example.com/prod'
const rendered = (body: string) => renderGuide({ title: 'T', description: 'D.', body })

test('headings can be linked to, also repeated ones, and those of the second level are the sections', () => {
  const { html, sections } = rendered('## The `key` & more\n\n### Rules\n\n## Rules\n')
  expect(html).toContain('<h2 id="the-key--more"><a href="#the-key--more">The <code>key</code> &amp; more</a></h2>')
  expect(html).toContain('<h3 id="rules">')
  expect(sections).toEqual([
    { id: 'the-key--more', title: 'The key & more' },
    { id: 'rules-1', title: 'Rules' },
  ])
})

test('pictures are left out, because the service does not serve them', () => {
  const { html, markdown } = rendered(
    'Before.\n\n<img alt="x" src="/images/a.webp">\n\n<picture>\n<img src="b"></picture>\n\nAfter.',
  )
  expect(html.trim()).toBe('<p>Before.</p>\n<p>After.</p>')
  expect(markdown).not.toContain('img')
})

test('a table without headings has no empty head, and code and tables scroll with keys', () => {
  const { html } = rendered('| | |\n|---|---|\n| a | b |\n\n```sh\nls\n```\n')
  expect(html).not.toContain('<th')
  expect(html).toContain('<div class="table" tabindex="0"><table>')
  expect(html).toContain('<pre tabindex="0">')
})

describe.each(Object.keys(GUIDES))('the guide %s', (slug) => {
  const guide = guides[slug]
  if (!guide) throw new Error('is not rendered')
  const page = guidePage(slug, guide, BASE)

  test('has a title and a description, and links to the reference and all guides', () => {
    expect([guide.title, guide.description]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/^\w.*\.$/)])
    for (const path of ['', ...Object.keys(GUIDES).map((each) => `/${each}`)])
      expect(page).toContain(`href="${BASE}/docs${path}"`)
  })

  test('has only links with targets, and loads nothing', () => {
    for (const [, target = '', id = ''] of page.matchAll(/href="([^"#]*)#([^"]*)"/g)) {
      const there = target === '' ? page : guides[target.replace(`${BASE}/docs/`, '')]?.html
      if (!/^https?:/.test(target) || target.startsWith(BASE))
        expect([target, id, there]).toEqual([target, id, expect.stringContaining(`id="${id}"`)])
    }
    const relative = Array.from(page.matchAll(/href="([^"]*)"/g), ([, href = '']) => href).filter(
      (href) => !/^(https?:|#)/.test(href),
    )
    expect(relative).toEqual([])
    expect(page).not.toMatch(/<(script|img|link)\b|\sstyle=/)
  })

  test('links the Markdown of other guides in its Markdown', () => {
    const links = Array.from(guideMarkdown(guide, BASE).matchAll(/\]\((?!#)([^)\s]+)\)/g), ([, href = '']) => href)
    expect(links.filter((href) => !/^https?:\/\//.test(href))).toEqual([])
    expect(links.filter((href) => href.startsWith(BASE) && !/\/docs\/[\w-]+\.md(#|$)/.test(href))).toEqual([])
  })
})

test('the policy allows the style sheet of the page', () => {
  const [, style = ''] = guidePage('api', rendered(''), BASE).split(/<\/?style>/)
  const hash = createHash('sha256').update(style).digest('base64')
  expect(GUIDE_PAGE_HEADERS['content-security-policy']).toContain(`style-src 'sha256-${hash}';`)
})
