// @module-tag full
import { test } from 'vitest'
import { expectToHold } from './hold.ts'

test(
  'nothing is lost, sent twice or stuck under a fault at any call of the flows of shard 2/2',
  { timeout: 900_000 },
  () => expectToHold('2/2'),
)
