import { createHash } from 'node:crypto'
import { type Html, html } from './html.ts'

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
