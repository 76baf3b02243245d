import { expect, test } from 'vitest'
import { readSitemap } from './sitemap.ts'

const read = async (text: string, type = 'application/xml', most = 100) =>
  await readSitemap(Buffer.from(text), type, most)

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'

test('reads the pages of a sitemap, not the pictures and translations in it', async () => {
  const text = `${HEAD}<!-- made by a plugin --><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc> https://shop.example/a?x=1&amp;y=2 </loc><lastmod>2026-01-01</lastmod>
      <image:image><image:loc>https://shop.example/a.png</image:loc></image:image>
      <xhtml:link rel="alternate" hreflang="de" href="https://shop.example/de/a"/></url>
    <url><loc><![CDATA[https://shop.example/b]]></loc></url></urlset>`
  expect(await read(text)).toEqual({
    pages: ['https://shop.example/a?x=1&y=2', 'https://shop.example/b'],
    sitemaps: [],
  })
})

test('reads an index', async () => {
  const text = `<sm:sitemapindex xmlns:sm="x"><sm:sitemap><sm:loc>https://shop.example/1.xml</sm:loc></sm:sitemap></sm:sitemapindex>`
  expect(await read(text)).toEqual({ pages: [], sitemaps: ['https://shop.example/1.xml'] })
})

test('reads feeds and lists of URLs', async () => {
  const rss = `<rss version="2.0"><channel><link>https://shop.example/</link><item><title>A</title><link>https://shop.example/a</link></item></channel></rss>`
  const atom = `${HEAD}\n<feed><link href="https://shop.example/"/><entry><link rel="edit" href="/e"/><link href="https://shop.example/a"/></entry></feed>`
  expect((await read(rss))?.pages).toEqual(['https://shop.example/a'])
  expect((await read(atom))?.pages).toEqual(['https://shop.example/a'])
  expect((await read('https://shop.example/a\r\nhttps://shop.example/b\n', 'text/plain'))?.pages).toHaveLength(2)
})

test.each([
  ['<!doctype html><p>urlset', 'text/html'],
  ['Our hours are 9 to 5.', 'text/plain'],
  ['<note><loc>https://shop.example/a</loc></note>', 'application/xml'],
  ['', 'text/plain'],
])('%s is a page', async (text, type) => {
  expect(await read(text, type)).toBeUndefined()
})

test('a sitemap that ends early, and one with 50,000 URLs, are read as far as wanted', async () => {
  const url = (n: number) => `<url><loc>https://shop.example/${n}</loc></url>`
  expect((await read(`<urlset>${url(1)}<url><loc>https://sh`))?.pages[0]).toBe('https://shop.example/1')
  const many = `<urlset>${Array.from({ length: 50_000 }, (_, n) => url(n)).join('')}</urlset>`
  expect((await read(many))?.pages).toHaveLength(100)
})
