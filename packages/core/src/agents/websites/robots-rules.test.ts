import { expect, test } from 'vitest'
import { judgeRobots } from './robots.ts'
import { parseRobots } from './robots-rules.ts'

const at = (path: string) => `https://shop.example${path}`

test.each<[string, string, boolean]>([
  ['', '/a', true],
  ['User-agent: *\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow:', '/a', true],
  ['User-agent: *\nDisallow: /private', '/private/x', false],
  ['User-agent: *\nDisallow: /private', '/public', true],
  ['User-agent: *\nDisallow: /\nAllow: /help', '/help/returns', true],
  ['User-agent: *\nAllow: /p\nDisallow: /p', '/p', true],
  ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf?x=1', true],
  ['User-agent: *\nDisallow: /*?sort=', '/list?sort=up', false],
  ['User-agent: *\nDisallow: /a*b*c', '/a1b2c3', false],
  ['User-agent: *\nDisallow: /a*b*c', '/a1c2b3', true],
  ['User-agent: *\nDisallow: /gr%C3%BC%C3%9Fe', '/grüße', false],
  ['User-agent: *\nDisallow: /\n\nUser-agent: Service-Agent\nDisallow: /x', '/a', true],
  ['User-agent: Service-Agent/1.0\nUser-agent: Other\nDisallow: /a', '/a', false],
  ['USER-AGENT: SERVICE-AGENT # ours\r\ndisallow: /a # no', '/a', false],
  ['User-agent: Other\nDisallow: /', '/a', true],
  ['Disallow: /', '/a', true],
  ['\ufeffUser-agent: *\nDisallow: /a', '/a', false],
  ['User-agent: *\nDisallow: /a\nSitemap: https://x.example/s.xml\nUser-agent: b\nDisallow: /', '/b', true],
])('%j of %s: %s', (text, path, expected) => {
  expect(parseRobots(text, 'Service-Agent').allows(at(path))).toBe(expected)
})

test('a delay is obeyed up to five seconds', () => {
  expect(parseRobots('User-agent: *\nCrawl-delay: 1.5', 'x').delaySeconds).toBe(1.5)
  expect(parseRobots('User-agent: *\nCrawl-delay: 86400', 'x').delaySeconds).toBe(5)
  expect(parseRobots('User-agent: *\nCrawl-delay: soon', 'x').delaySeconds).toBe(0)
})

test.each([
  [200, false],
  [404, true],
  [403, true],
  [301, true],
  [429, false],
  [503, false],
])('with status %i, a page that the file would forbid is allowed: %s', (status, expected) => {
  expect(judgeRobots(status, 'User-agent: *\nDisallow: /').allows(at('/a'))).toBe(expected)
})
