import { distributionDomain } from '../assembly/cloudfront-kinds.ts'
import type { Identity } from '../assembly/resource-kind.ts'
import { type ReservedPort, reservePort } from '../engines/free-port.ts'
import type { Resource } from '../resource.ts'

/** The addresses of the template's REST APIs, function URLs and distributions, known before they listen. */
export interface Addresses {
  /** Reserves a port for a REST API, a function URL or a distribution; 0 selects a free port. */
  assign(resource: Resource, port: number): Promise<void>
  /** Returns the URL of a resource with a port, with a trailing slash. */
  url(identity: Identity): string
  /** Releases the reserved port to the caller that listens on it. */
  claim(identity: Identity): Promise<number>
  /**
   * Replaces `https://<api>.execute-api.<region>.amazonaws.com/<stage>` with the local address of that API, and
   * `https://<distribution>.cloudfront.net` with the local address of that distribution.
   */
  localize(text: string): string
  /** Releases the ports that were not claimed. */
  stop(): Promise<void>
}

const STAGE_URL = /https:\/\/([a-z0-9]+)\.execute-api\.[a-z0-9-]+\.amazonaws\.com\/[^/\s"]+/g
const DISTRIBUTION_URL = /https:\/\/([a-z0-9]+\.cloudfront\.net)/g

export function createAddresses(): Addresses {
  const assigned = new Map<string, ReservedPort>()
  const byRestApiId = new Map<string, number>()
  const byDomain = new Map<string, number>()
  const portOf = (identity: Identity): ReservedPort => {
    const reserved = assigned.get(pathOf(identity))
    if (!reserved) throw new Error(`${pathOf(identity)} has no address yet`)
    return reserved
  }
  return {
    async assign(resource, port) {
      const reserved = port === 0 ? await reservePort() : { port, release: async () => {} }
      assigned.set(pathOf(resource), reserved)
      if (resource.type === 'AWS::ApiGateway::RestApi') byRestApiId.set(resource.physicalId, reserved.port)
      if (resource.type === 'AWS::CloudFront::Distribution') byDomain.set(distributionDomain(resource), reserved.port)
    },
    url: (identity) => `http://127.0.0.1:${portOf(identity).port}/`,
    async claim(identity) {
      const { port, release } = portOf(identity)
      await release()
      return port
    },
    localize: (text) =>
      text
        .replaceAll(STAGE_URL, (address, restApiId: string) => local(byRestApiId.get(restApiId)) ?? address)
        .replaceAll(DISTRIBUTION_URL, (address, domain: string) => local(byDomain.get(domain)) ?? address),
    async stop() {
      await Promise.all(Array.from(assigned.values(), ({ release }) => release()))
    },
  }
}

function local(port: number | undefined): string | undefined {
  return port === undefined ? undefined : `http://127.0.0.1:${port}`
}

function pathOf({ stack, logicalId }: Identity): string {
  return `${stack}/${logicalId}`
}
