import { expect, test } from 'vitest'
import { stageProblem } from './listed-stages.ts'

test.each([
  ['prod', [], undefined],
  ['staging', ['prod', 'staging'], undefined],
  ['local', ['prod'], undefined],
  ['stagin', ['prod', 'staging'], 'stage: cdk.json lists the stages prod, staging, but not "stagin".'],
  ['prod', ['staging'], 'stage: cdk.json lists the stages staging, but not "prod".'],
])('stage %s of %j', (stage, listed, text) => {
  const found = stageProblem(stage, listed)
  if (text === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(text)
})
