import { expect, test } from 'vitest'
import { otherRelease } from './release.ts'

const page = (script: string) => `<script>boot()</script><script type="module" crossorigin src="${script}"></script>`

test('finds the main script of another release', () => {
  expect(otherRelease(page('/assets/index-2.js'), '/assets/index-1.js')).toBe('/assets/index-2.js')
})

test.each([page('/assets/index-1.js'), '', '<h1>502 Bad Gateway</h1>'])('finds none in %s', (text) => {
  expect(otherRelease(text, '/assets/index-1.js')).toBeUndefined()
})
