// Links that lead to a message (or a channel) of this server rather than out of the page: channel and message id.
export const JUMP = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;
