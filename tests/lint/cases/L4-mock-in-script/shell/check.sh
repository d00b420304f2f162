#!/bin/sh
export MAIL_MOCK=1
bin/mail search tag:unread
