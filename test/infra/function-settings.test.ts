import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings as coreSettings } from '@replywright/core/platform/settings.ts'
import * as v from 'valibot'
import { expect, inject, test, vi } from 'vitest'
import { settings as relaySettings } from '../../functions/relay/settings.ts'

/** Settings whose readers are in a function's code although the function never calls them. */
const UNUSED = [
  'AgentsCreate: BUCKET_NAME',
  // With `embeddingModel` or `scanModel` only, which set it.
  'DocumentReader/Extract: KEY_ARN',
  ...['Delete', 'Patch', 'Post', 'Put'].map((method) => `MsgAccountsProxy${method}: BUCKET_NAME`),
]

const Assets = v.object({
  files: v.record(v.string(), v.object({ displayName: v.string(), source: v.object({ path: v.string() }) })),
})
const Template = v.object({ Resources: v.record(v.string(), v.unknown()) })
const Lambda = v.object({
  Type: v.literal('AWS::Lambda::Function'),
  Properties: v.object({
    Code: v.object({ S3Key: v.string() }),
    Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }),
  }),
})

/** Returns the names of settings that cannot be read without a variable. */
function required(settings: object): string[] {
  return Object.getOwnPropertyNames(settings).filter((name) => {
    const value = process.env[name]
    vi.stubEnv(name, undefined)
    try {
      Reflect.get(settings, name)
      return false
    } catch {
      return true
    } finally {
      vi.stubEnv(name, value)
    }
  })
}

/** The functions of the local stage: the construct, the code and the names of the variables. */
function* deployedFunctions() {
  const cwd = inject('assembly')
  const read = (file: string) => readFileSync(join(cwd, file), 'utf8')
  for (const file of globSync('*.template.json', { cwd })) {
    const { files } = v.parse(Assets, JSON.parse(read(file.replace('.template.', '.assets.'))))
    for (const resource of Object.values(v.parse(Template, JSON.parse(read(file))).Resources)) {
      const { success, output } = v.safeParse(Lambda, resource)
      const asset = success ? files[output.Properties.Code.S3Key.replace('.zip', '')] : undefined
      if (!success || !asset) continue
      const code = globSync(`${asset.source.path}/*.mjs`, { cwd }).map(read).join('\n')
      const variables = Object.keys(output.Properties.Environment.Variables)
      yield { name: asset.displayName.replace('/Function/Code', ''), code, variables }
    }
  }
}

test('each function has the variables that its code reads and cannot do without', () => {
  const names = [...required(coreSettings), ...required(relaySettings)]
  expect(names).toEqual(expect.arrayContaining(['TABLE_NAME', 'KEY_ARN', 'QUEUE_URLS']))
  expect(names).not.toContain('DASHBOARD_URL')
  const functions = [...deployedFunctions()]
  expect(functions.length).toBeGreaterThan(100)
  const lacking = functions.flatMap(({ name, code, variables }) =>
    names
      .filter((setting) => !variables.includes(setting))
      // A setting is named once where all of them are declared, and again where it is read.
      .filter((setting) => code.split(new RegExp(`\\b${setting}\\b`)).length > 2)
      .map((setting) => `${name}: ${setting}`),
  )
  expect(lacking.toSorted(), 'Give the function the right that sets the variable.').toEqual(UNUSED)
})
