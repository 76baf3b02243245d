import { expect, test } from 'vitest'
import { junit, resultLines } from './command.ts'

const result = {
  name: 'A <b>',
  passed: false,
  runs: 3,
  passedRuns: 1,
  tokens: 1200,
  seconds: 2.5,
  reasons: ['x "y"\u0007'],
}

test('shows a test with the reasons of its failures', () => {
  expect(resultLines(result)).toEqual([`FAIL  ${'A <b>'.padEnd(40)}  1/3  1,200 tokens`, '      x "y"\u0007'])
})

test('writes JUnit with escaped texts and without control characters', () => {
  expect(junit('s.yaml', [result, { ...result, name: 'B', passed: true, reasons: [] }])).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="s.yaml" tests="2" failures="1">
  <testcase name="A &#60;b&#62;" classname="s.yaml" time="2.5"><failure message="x &#34;y&#34; ">x &#34;y&#34; </failure></testcase>
  <testcase name="B" classname="s.yaml" time="2.5"></testcase>
</testsuite>
`,
  )
})
