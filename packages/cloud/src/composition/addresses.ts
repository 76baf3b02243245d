import type { Identity } from '../assembly/names.ts'
import { type ReservedPort, reservePort } from '../engines/free-port.ts'
import type { Resource } from '../resource.ts'

/** Where the REST APIs and function URLs of a template listen, known before they do. */
export interface Addresses {
  /** Sets a port aside for an `AWS::ApiGateway::RestApi` or `AWS::Lambda::Url`; 0 takes any that is free. */
  assign(resource: Resource, port: number): Promise<void>
  /** URL of a resource that has a port, with a slash at the end. */
  url(identity: Identity): string
  /** Gives the port to whoever listens now. */
  claim(identity: Identity): Promise<number>
  /** Replaces `https://<api>.execute-api.<region>.amazonaws.com/<stage>` by where that API listens. */
  localize(text: string): string
  /** Frees the ports that nobody claimed. */
  stop(): Promise<void>
}

const STAGE_URL = /https:\/\/([a-z0-9]+)\.execute-api\.[a-z0-9-]+\.amazonaws\.com\/[^/\s"]+/g

export function createAddresses(): Addresses {
  const assigned = new Map<string, ReservedPort>()
  const byRestApiId = new Map<string, number>()
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
    },
    url: (identity) => `http://127.0.0.1:${portOf(identity).port}/`,
    async claim(identity) {
      const { port, release } = portOf(identity)
      await release()
      return port
    },
    localize: (text) =>
      text.replaceAll(STAGE_URL, (address, restApiId: string) => {
        const port = byRestApiId.get(restApiId)
        return port === undefined ? address : `http://127.0.0.1:${port}`
      }),
    async stop() {
      await Promise.all(Array.from(assigned.values(), ({ release }) => release()))
    },
  }
}

function pathOf({ stack, logicalId }: Identity): string {
  return `${stack}/${logicalId}`
}
