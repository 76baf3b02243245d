import { createServer, type IncomingHttpHeaders } from 'node:http'
import { startFauxqs } from '../engines/fauxqs.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { startDistribution } from './serve-distribution.ts'

const DISTRIBUTION_ARN = 'arn:aws:cloudfront::000000000000:distribution/E123'
export const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6'
export const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface FrontGround extends AsyncDisposable {
  /** For example `127.0.0.1:41234`. Returns the request that it received, unless the query says otherwise. */
  readonly domainName: string
  put(key: string, body: string, contentType: string): void
  /** Starts a distribution. @returns its URL. */
  start(config: JsonObject, ...resources: Resource[]): Promise<string>
}

export function resource(logicalId: string, type: string, properties: JsonObject): Resource {
  return { stack: 'Test', logicalId, type, physicalId: logicalId, arn: `arn:${logicalId}`, properties }
}

const BUCKET: Resource = { ...resource('site', 'AWS::S3::Bucket', {}), arn: 'arn:aws:s3:::site' }

/** The bucket as an origin, read with origin access control. */
export const SITE: JsonObject = {
  Id: 'site',
  DomainName: 'site.s3.eu-central-1.amazonaws.com',
  OriginAccessControlId: 'oac',
  S3OriginConfig: { OriginAccessIdentity: '' },
}

/** Builds a bucket policy that allows a distribution these actions. */
export function bucketPolicy(actions: readonly string[], sourceArn: string = DISTRIBUTION_ARN): Resource {
  const Statement = actions.map((Action) => ({
    Effect: 'Allow',
    Principal: { Service: 'cloudfront.amazonaws.com' },
    Action,
    Resource: ['arn:aws:s3:::site', 'arn:aws:s3:::site/*'],
    Condition: { StringEquals: { 'AWS:SourceArn': sourceArn } },
  }))
  return resource('Policy', 'AWS::S3::BucketPolicy', { Bucket: 'site', PolicyDocument: { Statement } })
}

export async function startFrontGround(): Promise<FrontGround> {
  await using starting = new AsyncDisposableStack()
  const { path } = starting.use(temporaryDirectory())
  const fauxqs = await startFauxqs({ dataDir: path, region: 'eu-central-1' })
  starting.defer(() => fauxqs.stop())
  fauxqs.buckets.createBucket('site')
  const domainName = await listen(starting)
  const started = starting.move()
  return {
    domainName,
    put: (key, body, contentType) => void fauxqs.buckets.putObject('site', key, Buffer.from(body), contentType),
    async start(config, ...resources) {
      const distribution: Resource = {
        ...resource('E123', 'AWS::CloudFront::Distribution', { DistributionConfig: config }),
        arn: DISTRIBUTION_ARN,
      }
      const server = await startDistribution({
        distribution,
        resources: [BUCKET, ...resources],
        port: 0,
        endpointUrl: 'http://127.0.0.1:4566',
        s3Endpoint: fauxqs.endpoint,
        restApiUrl: () => `http://${domainName}/`,
      })
      started.defer(() => server.stop())
      return server.url
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** Starts a server that returns the request it received, or a response with `status` and the headers in `reply` of the query. */
async function listen(stack: AsyncDisposableStack): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const { searchParams } = new URL(url, 'http://origin')
    const reply = searchParams.get('reply')
    const status = Number(searchParams.get('status') ?? 200)
    const asked: Asked = { method, url, headers, body: Buffer.concat(chunks).toString() }
    response.writeHead(status, { 'content-type': 'application/json', ...(reply && JSON.parse(reply)) })
    response.end(JSON.stringify(asked))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address')
  return `127.0.0.1:${address.port}`
}
