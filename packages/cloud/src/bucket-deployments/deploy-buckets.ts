import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import * as v from 'valibot'
import type { Fauxqs } from '../engines/fauxqs.ts'
import { matchesWildcard } from '../iam/condition.ts'
import { objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'

/** Source and destination of a `Custom::CDKBucketDeployment`. */
interface Deployment {
  readonly bucket: string
  /** `''`, or with a trailing slash. */
  readonly prefix: string
  /** Names of the assets' archives. Later ones overwrite earlier ones. */
  readonly objectKeys: readonly string[]
  /** Whether bucket files that are missing in the archives are deleted. */
  readonly prunes: boolean
  readonly exclude: readonly string[]
  readonly include: readonly string[]
  readonly contentType: string | undefined
  readonly cacheControl: string | undefined
  readonly userMetadata: Readonly<Record<string, string>>
  /** Differs when the deployment differs. */
  readonly fingerprint: string
}

const BY_EXTENSION: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/markdown',
  '.mjs': 'text/javascript',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'text/xml',
}

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

/** Returns the content type for a file name's extension. */
function contentTypeOf(file: string): string {
  return BY_EXTENSION[extname(file).toLowerCase()] ?? 'binary/octet-stream'
}

/** @throws Error for unsupported options: values that are inserted into files, archives that are not extracted. */
function deploymentOf({ stack, logicalId, properties }: Resource): Deployment {
  const unsupported = (what: string) => new Error(`${stack}/${logicalId}: ${what} is not supported`)
  if (objectsOf(properties.SourceMarkers).some((markers) => Object.keys(markers).length > 0)) {
    throw unsupported('a source with values of the deployment')
  }
  if (textOf(properties.Extract) === 'false') throw unsupported('Extract: false')
  const prefix = (textOf(properties.DestinationBucketKeyPrefix) ?? '').replace(/^\/|\/$/g, '')
  const system = lowerCased(objectAt(properties, 'SystemMetadata'))
  return {
    bucket: textOf(properties.DestinationBucketName) ?? '',
    prefix: prefix === '' ? '' : `${prefix}/`,
    objectKeys: textsOf(properties.SourceObjectKeys),
    prunes: textOf(properties.Prune) !== 'false',
    exclude: textsOf(properties.Exclude),
    include: textsOf(properties.Include),
    contentType: system['content-type'],
    cacheControl: system['cache-control'],
    userMetadata: lowerCased(objectAt(properties, 'UserMetadata')),
    fingerprint: createHash('sha256').update(JSON.stringify(properties)).digest('hex'),
  }
}

/** Returns whether a deployment covers a file. Excluded files are not covered unless an include pattern matches. */
function concerns({ exclude, include }: Deployment, file: string): boolean {
  const matches = (patterns: readonly string[]) => patterns.some((pattern) => matchesWildcard(pattern, file))
  return !matches(exclude) || matches(include)
}

function lowerCased(values: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), textOf(value) ?? '']))
}
