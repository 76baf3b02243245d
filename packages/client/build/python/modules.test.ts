import { expect, test } from 'vitest'
import { pythonModules } from './modules.ts'

const DIRECTORY = '../../../python/src/replywright'

test('the Python client has the types and operations of the contract', async () => {
  const { types, operations } = pythonModules()
  await expect(types).toMatchFileSnapshot(`${DIRECTORY}/types.py`)
  await expect(operations).toMatchFileSnapshot(`${DIRECTORY}/_operations.py`)
})
