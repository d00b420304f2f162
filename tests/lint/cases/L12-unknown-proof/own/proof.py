print("ok 1 - trust me")
