import type { ControlAction, OutboundMessage } from '../port.ts'

/**
 * Builds the body of `POST /{phone number id}/thread_control`. To pass control without a target gives it to the escalation partner of the number.
 */
export function composeControl(to: OutboundMessage['to'], change: ControlAction): object {
  const { action, metadata } = change
  return {
    messaging_product: 'whatsapp',
    ...(to.contactNumber ? { to: to.contactNumber } : { recipient: to.contactUserId }),
    action,
    ...(change.action === 'pass' && change.to === 'agent' && { control_pass: { target_role: 'ai_agent' } }),
    ...(metadata !== undefined && { metadata }),
  }
}
