const token = process.env.MAIL_TOKEN;
