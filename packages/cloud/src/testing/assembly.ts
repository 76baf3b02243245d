import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Json, JsonObject } from '../resource.ts'

const NODE_MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

export interface TestTemplate {
  readonly Resources: { readonly [logicalId: string]: Json }
  readonly Outputs?: JsonObject
}

/**
 * Writes a cloud assembly with one stack, `Test`. `functions` are the sources of `index.mjs` by asset hash, which may
 * import the AWS SDK. `directories` are other assets: file contents by hash and path.
 */
export function writeAssembly(
  directory: string,
  template: TestTemplate,
  functions: Readonly<Record<string, string>>,
  directories: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): void {
  const write = (file: string, content: Json) => writeFileSync(join(directory, file), JSON.stringify(content))
  mkdirSync(directory, { recursive: true })
  symlinkSync(NODE_MODULES, join(directory, 'node_modules'))
  for (const [hash, source] of Object.entries(functions)) {
    mkdirSync(join(directory, `asset.${hash}`))
    writeFileSync(join(directory, `asset.${hash}`, 'index.mjs'), source)
  }
  for (const [hash, contents] of Object.entries(directories)) {
    for (const [file, content] of Object.entries(contents)) {
      const path = join(directory, `asset.${hash}`, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
  }
  write('manifest.json', {
    version: '36.0.0',
    artifacts: {
      'Test.assets': { type: 'cdk:asset-manifest', properties: { file: 'Test.assets.json' } },
      Test: {
        type: 'aws:cloudformation:stack',
        environment: 'aws://unknown-account/unknown-region',
        properties: { templateFile: 'Test.template.json' },
        dependencies: ['Test.assets'],
      },
    },
  })
  const hashes = Object.keys({ ...functions, ...directories })
  const files = hashes.map((hash) => [hash, { source: { path: `asset.${hash}`, packaging: 'zip' } }])
  write('Test.assets.json', { version: '36.0.0', files: Object.fromEntries(files) })
  write('Test.template.json', { Resources: template.Resources, Outputs: template.Outputs ?? {} })
}

/** Builds a function and its role, with these policy statements. */
export function functionResources(
  logicalId: string,
  options: {
    readonly hash: string
    readonly environment?: JsonObject
    readonly statements?: readonly JsonObject[]
  },
): { readonly [logicalId: string]: Json } {
  const role = `${logicalId}Role`
  return {
    [role]: {
      Type: 'AWS::IAM::Role',
      Properties: { AssumeRolePolicyDocument: {} },
    },
    [`${role}DefaultPolicy`]: {
      Type: 'AWS::IAM::Policy',
      Properties: {
        PolicyName: `${role}DefaultPolicy`,
        PolicyDocument: { Statement: options.statements ?? [] },
        Roles: [{ Ref: role }],
      },
    },
    [logicalId]: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Code: { S3Bucket: { 'Fn::Sub': 'cdk-assets-${AWS::AccountId}' }, S3Key: `${options.hash}.zip` },
        Handler: 'index.handler',
        Role: { 'Fn::GetAtt': [role, 'Arn'] },
        Runtime: 'nodejs24.x',
        Timeout: 10,
        Environment: { Variables: options.environment ?? {} },
      },
    },
  }
}
