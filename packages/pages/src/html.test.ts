import { expect, test } from 'vitest'
import { fragment, html, prose } from './html.ts'

test('escapes values that are not markup, in text and in attributes', () => {
  const text = `<script>"'&`
  expect(html`<p title="${text}">${text}</p>`.markup).toBe(
    '<p title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</p>',
  )
})

test('inserts markup unchanged, joins lists, and omits false and undefined', () => {
  const items = ['a', 'b'].map((name) => html`<li>${name}</li>`)
  expect(html`<ul>${items}${false}${undefined}${0}</ul>`.markup).toBe('<ul><li>a</li><li>b</li>0</ul>')
})

test('prose marks up code and bold words, and escapes the content of code', () => {
  expect(prose('**Mind** `a<b>` & more').markup).toBe('<strong>Mind</strong> <code>a&lt;b&gt;</code> &amp; more')
})

test('a fragment is the name in lower case, with punctuation replaced by hyphens', () => {
  expect(['AgentPage', 'agents.list', 'MCP connectors'].map(fragment)).toEqual([
    'agentpage',
    'agents-list',
    'mcp-connectors',
  ])
})
