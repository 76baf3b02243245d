import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Fauxqs, startFauxqs } from '../engines/fauxqs.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { deployBuckets } from './deploy-buckets.ts'

let directory: ReturnType<typeof temporaryDirectory>
let fauxqs: Fauxqs
beforeEach(async () => {
  directory = temporaryDirectory()
  fauxqs = await startFauxqs({ dataDir: join(directory.path, 'data'), region: 'eu-central-1' })
  fauxqs.buckets.createBucket('site')
  asset('one', { 'index.html': 'one', 'assets/app-1.js': 'app 1' })
  asset('two', { 'index.html': 'two', 'assets/app-2.js': 'app 2' })
})
afterEach(async () => {
  await fauxqs?.stop()
  directory[Symbol.dispose]()
})

function asset(hash: string, files: Readonly<Record<string, string>>): void {
  for (const [file, content] of Object.entries(files)) {
    const path = join(directory.path, hash, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}

function deployment(hash: string, more: JsonObject = {}): Resource {
  const properties = { SourceObjectKeys: [`${hash}.zip`], DestinationBucketName: 'site', ...more }
  return { stack: 'Test', logicalId: 'D', type: 'Custom::CDKBucketDeployment', physicalId: 'D', arn: '', properties }
}

function deploy(...resources: Resource[]): void {
  deployBuckets({
    resources,
    buckets: fauxqs.buckets,
    assetAt: (key) => (key.startsWith('missing') ? undefined : join(directory.path, key.replace('.zip', ''))),
    file: join(directory.path, 'deployed.json'),
  })
}

function contents(): Record<string, string> {
  const keys = fauxqs.buckets.listObjects('site').objects.map(({ key }) => key)
  return Object.fromEntries(keys.map((key) => [key, fauxqs.buckets.getObject('site', key).body.toString()]))
}

test('copies files with their content types and the given metadata', () => {
  deploy(
    deployment('one', {
      DestinationBucketKeyPrefix: 'app/',
      SystemMetadata: { 'cache-control': 'no-cache' },
      UserMetadata: { Version: '1' },
    }),
  )
  expect(fauxqs.buckets.headObject('site', 'app/assets/app-1.js')).toMatchObject({
    contentType: 'text/javascript',
    cacheControl: 'no-cache',
    metadata: { version: '1' },
  })
})

test('deletes removed files, unless pruning is off or they are excluded', () => {
  deploy(deployment('one'))
  fauxqs.buckets.putObject('site', 'config.json', Buffer.from('{}'))
  deploy(deployment('two', { Prune: false }))
  expect(Object.keys(contents())).toEqual(['assets/app-1.js', 'assets/app-2.js', 'config.json', 'index.html'])
  deploy(deployment('two', { Exclude: ['config.json'] }))
  expect(contents()).toEqual({ 'assets/app-2.js': 'app 2', 'config.json': '{}', 'index.html': 'two' })
})

test('lets two deployments share a bucket by exclude and include patterns', () => {
  const cached = { 'cache-control': 'immutable' }
  const resources = [
    deployment('one', { Exclude: ['*.html'], SystemMetadata: cached }),
    deployment('one', { Exclude: ['*'], Include: ['*.html'], Prune: false }),
  ]
  deploy(...resources)
  expect(fauxqs.buckets.headObject('site', 'assets/app-1.js').cacheControl).toBe('immutable')
  expect(fauxqs.buckets.headObject('site', 'index.html').cacheControl).toBeUndefined()
})

test('copies nothing again without a change', () => {
  deploy(deployment('one'))
  fauxqs.buckets.putObject('site', 'index.html', Buffer.from('as it was left'))
  deploy(deployment('one'))
  expect(contents()['index.html']).toBe('as it was left')
  deploy(deployment('two'))
  expect(contents()).toEqual({ 'assets/app-2.js': 'app 2', 'index.html': 'two' })
})

test('repeats a failed deployment', () => {
  rmSync(join(directory.path, 'two'), { recursive: true })
  expect(() => deploy(deployment('two'))).toThrow()
  asset('two', { 'index.html': 'two' })
  deploy(deployment('two'))
  expect(contents()).toEqual({ 'index.html': 'two' })
})

test.each([
  ['a missing asset', { SourceObjectKeys: ['missing.zip'] }, 'missing.zip'],
  ['values of the deployment', { SourceMarkers: [{ '<<marker:0>>': 'value' }] }, 'not supported'],
])('rejects %s', (_, more, message) => {
  expect(() => deploy(deployment('one', more))).toThrow(message)
})
