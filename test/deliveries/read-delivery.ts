import { DeliveryEntity, type DeliveryItem } from '@replywright/core/deliveries/delivery-entity.ts'
import { FIRST_SHARD } from '@replywright/core/deliveries/shards.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { actAsAdministrator } from '../support/administrator.ts'

/** Reads delivery records as operators will see them, with the administrator's rights. */
export function deliveryReader(service: Service) {
  actAsAdministrator(service)
  return async (webhookId: string, id: string): Promise<DeliveryItem | null> => {
    const { data } = await DeliveryEntity.get({ webhookId, shard: FIRST_SHARD, id }).go({ consistent: true })
    return data
  }
}
