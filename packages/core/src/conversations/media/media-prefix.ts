/** The key prefix of the files of messages: copies of customers' files, and files that were sent. */
export const MEDIA_PREFIX = 'media/'
