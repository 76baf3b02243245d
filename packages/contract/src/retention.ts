/** The retention in days of a deployment without settings of its own, which functions assume without a variable. */
export const DEFAULT_DAYS = { messageDays: 365, deliveryDays: 30 } as const

/** The maximum of `messageDays`. */
export const MAX_MESSAGE_DAYS = 3650

/** The maximum of `deliveryDays`: statistics and replays cover these days. */
export const MAX_DELIVERY_DAYS = 30

/** Days after which entries of the request log are deleted. */
export const API_REQUEST_DAYS = 30
