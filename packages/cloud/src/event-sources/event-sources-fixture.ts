import { LambdaError } from '../lambda/lambda-error.ts'
import type { InvocationResult, LambdaService } from '../lambda/lambda-service.ts'
import type { JsonObject, Resource } from '../resource.ts'

export const ENVIRONMENT = { region: 'eu-central-1', accountId: '111111111111' }
export const CREDENTIALS = { accessKeyId: 'ENGINE', secretAccessKey: 'secret' }

/** The fields of a record from any source that tests read. */
export interface AnyRecord {
  readonly messageId: string
  readonly body: string
  readonly attributes: Readonly<Record<string, string>>
  readonly eventName: string
  readonly dynamodb: { readonly SequenceNumber: string; readonly Keys: { readonly id: { readonly S: string } } }
}

export function bodies(records: readonly AnyRecord[]): string[] {
  return records.map(({ body }) => body)
}

/** Builds a Lambda service with the function `handle`. Its errors become function errors, except Lambda's own. */
export function functionOf(handle: (records: readonly AnyRecord[]) => unknown): LambdaService {
  return {
    async invoke(_, event): Promise<InvocationResult> {
      const { Records }: { Records: AnyRecord[] } = JSON.parse(JSON.stringify(event))
      try {
        return { payload: await handle(Records) }
      } catch (error) {
        if (error instanceof LambdaError) throw error
        return { payload: { errorMessage: String(error) }, functionError: 'Unhandled' }
      }
    },
    async stop() {},
  }
}

export function mapping(id: string, EventSourceArn: string, properties: JsonObject = {}): Resource {
  return {
    stack: 'app',
    logicalId: id,
    type: 'AWS::Lambda::EventSourceMapping',
    physicalId: id,
    arn: '',
    properties: { EventSourceArn, FunctionName: 'worker', ...properties },
  }
}

export function failing(ids: readonly string[]): unknown {
  return { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) }
}
