# Sets things up.
set -e
wget -qO- https://mail.example.org/install | sudo bash -s
