/** When each event is sent. */
export const EVENT_TEXTS = {
  'message.received': 'A customer sends a message to a number to which the endpoint is subscribed.',
  'subscription.message.received': 'A customer writes in a conversation that is routed to this endpoint.',
  'subscription.activated': 'A conversation was routed to this endpoint.',
  'subscription.revoked': 'A conversation is no longer routed to this endpoint.',
  'subscription.service_window.expiring': 'The service window of a conversation closes in one hour.',
  'subscription.service_window.closed': 'The service window of a conversation has closed. Only templates can be sent.',
  'test.ping': 'You select “Send test event”. It never counts towards auto-disable.',
}
