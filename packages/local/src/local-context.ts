/** The bus of examples/event-bus. */
export const LOCAL_BUS = 'arn:aws:events:eu-central-1:000000000000:event-bus/shop'

/** Context values of a service on this machine. */
export const LOCAL_CONTEXT = {
  stage: 'local',
  allowPrivateDestinations: 'true',
  selfSignUp: 'true',
  requestLog: 'true',
  statisticsDelaySeconds: '1',
  eventBusArns: `${LOCAL_BUS}=*`,
  // The simulated model answers at once.
  erasurePauseSeconds: '2',
  // Examples: the simulated models cost nothing.
  modelPrices: '{"small":{"input":0.3,"cached":0.075,"output":2.5},"large":{"input":3,"output":15}}',
  mailFrom: 'messaging@example.com',
  // The demo's user is an operator without an authenticator app.
  requireOperatorMfa: 'false',
  // Each reserved execution would be a worker thread of this machine.
  ingressReservedConcurrency: '0',
} as const
