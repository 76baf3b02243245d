import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import * as v from 'valibot'
import type { Fauxqs } from '../engines/fauxqs.ts'
import { textOf } from '../json.ts'
import type { Resource } from '../resource.ts'
import { contentTypeOf } from './content-types.ts'
import { concerns, type Deployment, deploymentOf } from './deployment.ts'

/** Fingerprints of the deployed content, by bucket. */
const Deployed = v.record(v.string(), v.array(v.string()))

/** Returns the ARNs of the functions that deploy on AWS. They do not run here: `deployBuckets` replaces them. */
export function deployingFunctions(resources: readonly Resource[]): ReadonlySet<string> {
  return new Set(deploymentsOf(resources).map(({ properties }) => textOf(properties.ServiceToken) ?? ''))
}

/**
 * Copies the assets of the template's bucket deployments into their buckets, in the order of the template. Skips a
 * bucket whose deployments have not changed since the last start.
 * @throws Error for an asset that is not a directory of the assembly.
 */
export function deployBuckets(options: {
  readonly resources: readonly Resource[]
  readonly buckets: Fauxqs['buckets']
  readonly assetAt: (objectKey: string) => string | undefined
  /** File with the fingerprints of the last deployment. */
  readonly file: string
}): void {
  const { resources, buckets, assetAt, file } = options
  const byBucket = Map.groupBy(deploymentsOf(resources).map(deploymentOf), ({ bucket }) => bucket)
  const deployed = read(file)
  for (const [bucket, deployments] of byBucket) {
    const fingerprints = deployments.map(({ fingerprint }) => fingerprint)
    if (JSON.stringify(deployed[bucket]) === JSON.stringify(fingerprints)) continue
    for (const deployment of deployments) deploy(deployment, buckets, assetAt)
    deployed[bucket] = fingerprints
    write(file, deployed)
  }
}

function deploy(
  deployment: Deployment,
  buckets: Fauxqs['buckets'],
  assetAt: (key: string) => string | undefined,
): void {
  const { bucket, prefix, objectKeys, prunes, contentType, cacheControl, userMetadata } = deployment
  const files = new Map(objectKeys.flatMap((key) => filesOf(directoryOf(key, assetAt))))
  for (const [file, path] of files) {
    if (!concerns(deployment, file)) continue
    const type = contentType ?? contentTypeOf(file)
    buckets.putObject(bucket, prefix + file, readFileSync(path), type, userMetadata, {
      ...(cacheControl && { cacheControl }),
    })
  }
  if (!prunes) return
  const removed = keysOf(buckets, bucket, prefix).filter((key) => {
    const file = key.slice(prefix.length)
    return !files.has(file) && concerns(deployment, file)
  })
  for (const key of removed) buckets.deleteObject(bucket, key)
}

function directoryOf(objectKey: string, assetAt: (key: string) => string | undefined): string {
  const path = assetAt(objectKey)
  if (path === undefined || !statSync(path).isDirectory()) {
    throw new Error(`${objectKey}: the source of a bucket deployment must be a directory of the assembly`)
  }
  return path
}

function filesOf(directory: string): readonly (readonly [file: string, path: string])[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [relative(directory, path).split(sep).join('/'), path] as const
    })
}

function keysOf(buckets: Fauxqs['buckets'], bucket: string, prefix: string): readonly string[] {
  return buckets.listObjects(bucket, { prefix, maxKeys: Number.MAX_SAFE_INTEGER }).objects.map(({ key }) => key)
}

function deploymentsOf(resources: readonly Resource[]): readonly Resource[] {
  return resources.filter(({ type }) => type === 'Custom::CDKBucketDeployment')
}

function read(file: string): v.InferOutput<typeof Deployed> {
  return existsSync(file) ? v.parse(Deployed, JSON.parse(readFileSync(file, 'utf8'))) : {}
}

function write(file: string, deployed: v.InferOutput<typeof Deployed>): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(deployed), { flush: true })
  renameSync(`${file}.new`, file)
}
