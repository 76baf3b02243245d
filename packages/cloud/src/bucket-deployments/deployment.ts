import { createHash } from 'node:crypto'
import { matchesWildcard } from '../iam/wildcard.ts'
import { objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'

/** What a `Custom::CDKBucketDeployment` copies, and where to. */
export interface Deployment {
  readonly bucket: string
  /** `''`, or with a slash at its end. */
  readonly prefix: string
  /** Names of the assets' archives, the later ones over the earlier. */
  readonly objectKeys: readonly string[]
  /** Files that are not in the archives are deleted from the bucket. */
  readonly prunes: boolean
  readonly exclude: readonly string[]
  readonly include: readonly string[]
  readonly contentType: string | undefined
  readonly cacheControl: string | undefined
  readonly userMetadata: Readonly<Record<string, string>>
  /** Another one for another deployment. */
  readonly fingerprint: string
}

/** @throws Error for what is not hosted: values that are put into files, archives that stay packed. */
export function deploymentOf({ stack, logicalId, properties }: Resource): Deployment {
  const refused = (what: string) => new Error(`${stack}/${logicalId}: ${what} is not hosted`)
  if (objectsOf(properties.SourceMarkers).some((markers) => Object.keys(markers).length > 0)) {
    throw refused('a source with values of the deployment')
  }
  if (textOf(properties.Extract) === 'false') throw refused('Extract: false')
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

/** Whether a deployment is about a file: excluded ones are not, unless they are included again. */
export function concerns({ exclude, include }: Deployment, file: string): boolean {
  const matches = (patterns: readonly string[]) => patterns.some((pattern) => matchesWildcard(pattern, file))
  return !matches(exclude) || matches(include)
}

function lowerCased(values: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), textOf(value) ?? '']))
}
