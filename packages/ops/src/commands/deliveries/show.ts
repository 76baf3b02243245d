import { getDelivery } from '@messaging/core/deliveries/get-delivery.ts'
import { ServiceError } from '@messaging/core/platform/errors.ts'
import type { Input, Session } from '../../command.ts'
import { type Report, section, textLines } from '../../report.ts'
import { showJson } from '../../show.ts'
import { deliveryLines, wholeDeliveryJson } from './delivery-view.ts'

export async function showDelivery({ organization = '', id = '' }: Input, { now }: Session): Promise<Report> {
  try {
    const { delivery, webhook, payload } = await getDelivery(organization, id, now)
    return {
      json: { ...wholeDeliveryJson(delivery), webhookName: webhook.name, url: webhook.url, payload },
      lines: (screen) => [
        ...deliveryLines(delivery, webhook, screen),
        ...section('Payload', textLines(showJson(payload)), screen),
      ],
    }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found')
      throw new Error(
        `Organisation ${organization} has no delivery ${id}. It belongs to another organisation, or is older than 30 days.`,
        { cause: error },
      )
    throw error
  }
}
