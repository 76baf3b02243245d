import { createHash } from 'node:crypto'
import { matchesWildcard } from '../iam/wildcard.ts'
import { objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'

/** Source and destination of a `Custom::CDKBucketDeployment`. */
export interface Deployment {
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

/** @throws Error for unsupported options: values that are inserted into files, archives that are not extracted. */
export function deploymentOf({ stack, logicalId, properties }: Resource): Deployment {
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
export function concerns({ exclude, include }: Deployment, file: string): boolean {
  const matches = (patterns: readonly string[]) => patterns.some((pattern) => matchesWildcard(pattern, file))
  return !matches(exclude) || matches(include)
}

function lowerCased(values: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), textOf(value) ?? '']))
}
