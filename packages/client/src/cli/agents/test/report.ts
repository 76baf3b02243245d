import type { Result } from './run-tests.ts'

/** Returns the lines of a test for people. */
export function resultLines({ name, passed, runs, passedRuns, tokens, reasons }: Result): string[] {
  const figures = `${passedRuns}/${runs}  ${tokens.toLocaleString('en')} tokens`
  return [`${passed ? 'PASS' : 'FAIL'}  ${name.padEnd(40)}  ${figures}`, ...reasons.map((reason) => `      ${reason}`)]
}

/** Returns the results as a JUnit file. */
export function junit(suite: string, results: readonly Result[]): string {
  const failures = results.filter(({ passed }) => !passed).length
  const cases = results.map(({ name, passed, seconds, reasons }) => {
    const failure = passed ? '' : `<failure message="${xml(reasons[0] ?? '')}">${xml(reasons.join('\n'))}</failure>`
    return `  <testcase name="${xml(name)}" classname="${xml(suite)}" time="${seconds}">${failure}</testcase>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${xml(suite)}" tests="${results.length}" failures="${failures}">`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n')
}

function xml(text: string): string {
  const printable = text.replace(/[^\P{Cc}\n]/gu, ' ')
  return printable.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
