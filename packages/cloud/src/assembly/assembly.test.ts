import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Json } from '../resource.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { loadAssembly } from './assembly.ts'

const stack = (templateFile: string, ...dependencies: readonly string[]) => ({
  type: 'aws:cloudformation:stack',
  properties: { templateFile },
  dependencies,
})

function write(directory: string, files: Readonly<Record<string, Json>>): void {
  mkdirSync(directory, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), JSON.stringify(content))
}

test('sorts stacks after their dependencies, including stages and assets', async () => {
  using directory = temporaryDirectory()
  write(directory.path, {
    'manifest.json': {
      artifacts: {
        Api: stack('t.json', 'Data', 'Api.assets'),
        Data: stack('t.json'),
        'Api.assets': { type: 'cdk:asset-manifest', properties: { file: 'Api.assets.json' } },
        Stage: { type: 'cdk:cloud-assembly', properties: { directoryName: 'assembly-Stage' } },
        Tree: { type: 'cdk:tree', properties: { file: 'tree.json' } },
      },
    },
    't.json': { Resources: { Queue: { Type: 'AWS::SQS::Queue' } } },
    'Api.assets.json': { files: { abc: { source: { path: 'asset.abc' } } } },
  })
  write(join(directory.path, 'assembly-Stage'), {
    'manifest.json': {
      artifacts: { StageStack: { ...stack('t.json'), properties: { templateFile: 't.json', stackName: 'Named' } } },
    },
    't.json': {},
  })
  const { stacks, assets } = await loadAssembly(directory.path)
  expect(stacks.map(({ name }) => name)).toEqual(['Data', 'Api', 'Named'])
  expect([...assets]).toEqual([['abc', join(directory.path, 'asset.abc')]])
})

test('throws an error that names an invalid manifest file', async () => {
  using directory = temporaryDirectory()
  write(directory.path, { 'manifest.json': { artifacts: { A: { type: 1 } } } })
  await expect(loadAssembly(directory.path)).rejects.toThrow(join(directory.path, 'manifest.json'))
})
