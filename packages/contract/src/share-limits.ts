/** Days after which a share that was not accepted expires. */
export const SHARE_DAYS = 30

/** Shares that an organisation can offer on one day (UTC). */
export const MOST_SHARES_PER_DAY = 50

/** Maximum number of shares of one agent, pending ones included. Concurrent requests can exceed it by those of a day. */
export const MOST_SHARES_PER_AGENT = 200

/** Maximum number of shares that await the answer of one address. Concurrent requests can exceed it slightly. */
export const MOST_PENDING_SHARES = 20
