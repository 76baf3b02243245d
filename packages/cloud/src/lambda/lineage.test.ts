import { expect, test } from 'vitest'
import { MOST_IN_CHAIN, nextInvocation } from './lineage.ts'

const WORK = 'arn:aws:lambda:eu-central-1:111111111111:function:work'
const OTHER = 'arn:aws:lambda:eu-central-1:111111111111:function:other'

function chainOf(invocations: number): { header: string[]; earlier: number } {
  let header: string[] = []
  let earlier = 0
  for (let done = 0; done < invocations; done++) {
    const next = nextInvocation(WORK, header)
    ;({ earlier } = next)
    header = [next.traceHeader]
  }
  return { header, earlier }
}

test('starts a chain without a header', () => {
  const { traceHeader, earlier } = nextInvocation(WORK, [])
  expect(earlier).toBe(0)
  expect(traceHeader).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0;Lineage=[0-9a-f]{8}:1$/)
})

test('counts the invocations of a function, and keeps the root', () => {
  const { header, earlier } = chainOf(MOST_IN_CHAIN + 1)
  expect(earlier).toBe(MOST_IN_CHAIN)
  const [first = ''] = chainOf(1).header
  const root = first.split(';')[0]
  expect(nextInvocation(WORK, [first]).traceHeader).toContain(root)
  expect(header).toHaveLength(1)
})

test('counts each function of a chain separately', () => {
  const { header } = chainOf(3)
  const other = nextInvocation(OTHER, header)
  expect(other.earlier).toBe(0)
  expect(nextInvocation(WORK, [other.traceHeader]).earlier).toBe(3)
})

test('continues the longest chain of a batch', () => {
  const headers = [...chainOf(2).header, ...chainOf(5).header, 'Root=1-5759e988-bd862e3fe1be46a994272793']
  expect(nextInvocation(WORK, headers).earlier).toBe(5)
})

test.each(['', 'Lineage=', 'Lineage=:', 'Root=;Lineage=|', `Lineage=${'x'.repeat(10_000)}`])(
  'reads the header %o',
  (header) => {
    expect(nextInvocation(WORK, [header]).earlier).toBe(0)
  },
)
