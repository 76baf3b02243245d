import { APIGatewayClient, DeleteApiKeyCommand, NotFoundException } from '@aws-sdk/client-api-gateway'

export const gateway = new APIGatewayClient({ maxAttempts: 3 })

/** Deletes a key at API Gateway, which may be gone already. */
export async function deleteGatewayKey(gatewayKeyId: string): Promise<void> {
  try {
    await gateway.send(new DeleteApiKeyCommand({ apiKey: gatewayKeyId }))
  } catch (error) {
    if (!(error instanceof NotFoundException)) throw error
  }
}
