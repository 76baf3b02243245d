import type { BusinessNumber } from '../webhook-envelopes.ts'

export function phoneNumberObject({ phoneNumberId, displayPhoneNumber, verifiedName }: BusinessNumber) {
  return {
    id: phoneNumberId,
    display_phone_number: displayPhoneNumber,
    verified_name: verifiedName ?? 'The Daily Grind',
    code_verification_status: 'VERIFIED',
    quality_rating: 'GREEN',
    platform_type: 'CLOUD_API',
    throughput: { level: 'STANDARD' },
    status: 'CONNECTED',
    name_status: 'APPROVED',
  }
}
